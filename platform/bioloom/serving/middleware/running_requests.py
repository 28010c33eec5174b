"""Running requests: their places at the language model, and how they end when the service stops."""

import asyncio

from bioloom.llm.model_places import ModelPlaces, ModelVisit

STOPS = "the service stops and no longer waits for the language model"


class RunningRequests:
    """The requests at work; at most half of their `places`, but one at least, may wait for the model.

    It lives in the event loop. A stop has two steps: the model is given up, so that the local readers still
    answer; then whoever is left is told that the service stops.
    """

    def __init__(self, places: int) -> None:
        self._models = ModelPlaces(max(1, places // 2))
        self._visits: dict[ModelVisit, asyncio.Future[None]] = {}
        self._without_model = False
        self.over = False

    def begin(self) -> tuple[ModelVisit, asyncio.Future[None]]:
        """Take a request in; the future is done when the request has to end because the service stops."""
        visit, stop = ModelVisit(self._models), asyncio.get_running_loop().create_future()
        self._visits[visit] = stop
        if self._without_model:
            visit.give_up(STOPS)
        if self.over:
            stop.set_result(None)
        return visit, stop

    def end(self, visit: ModelVisit) -> None:
        """Forget a request that is through; its place at the model is free."""
        self._visits.pop(visit, None)
        visit.leave()

    def give_up_models(self) -> None:
        """End all calls of the model, and let none begin."""
        self._without_model = True
        for visit in self._visits:
            visit.give_up(STOPS)

    def stop(self) -> None:
        """End all requests."""
        self.give_up_models()
        self.over = True
        for stop in self._visits.values():
            if not stop.done():
                stop.set_result(None)
