// Range index: measured values by SI value ("every incubation above 310 K").
CREATE INDEX mention_si_value IF NOT EXISTS FOR (m:Mention) ON (m.si_value)
