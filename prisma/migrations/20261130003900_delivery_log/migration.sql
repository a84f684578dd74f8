-- The log of a project by its rare states: most deliveries are accepted, and leave the first one soon.
CREATE INDEX "delivery_unsent" ON "delivery" ("project_id", "state", "created_at", "id") WHERE "state" IN ('pending', 'dead', 'cancelled');
CREATE INDEX "delivery_confirmed" ON "delivery" ("project_id", "created_at", "id") WHERE "confirmed_at" IS NOT NULL;
