-- Open incidents and alerts are counted without reading the history behind them.
CREATE INDEX "incident_open" ON "incident" ("project_id") WHERE "resolved_at" IS NULL;
CREATE INDEX "alert_unresolved" ON "alert" ("project_id") WHERE "resolved_at" IS NULL;
