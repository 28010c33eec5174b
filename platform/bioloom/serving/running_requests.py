"""Running requests and their places at the language model."""

from bioloom.llm.model_places import ModelPlaces, ModelVisit


class RunningRequests:
    """The requests at work; at most half of their `places`, but one at least, may wait for the model."""

    def __init__(self, places: int) -> None:
        self._models = ModelPlaces(max(1, places // 2))
        self._visits: set[ModelVisit] = set()

    def begin(self) -> ModelVisit:
        """Take a request in."""
        visit = ModelVisit(self._models)
        self._visits.add(visit)
        return visit

    def end(self, visit: ModelVisit) -> None:
        """Forget a request that is through; its place at the model is free."""
        self._visits.discard(visit)
        visit.leave()
