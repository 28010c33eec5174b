// Unique ids of leases: one node says who may write.
CREATE CONSTRAINT lease_id IF NOT EXISTS FOR (l:Lease) REQUIRE l.id IS UNIQUE
