-- Lists by state and by severity are read in their order.
CREATE INDEX "incident_state_id_created_at_id_idx" ON "incident"("state_id", "created_at", "id");
CREATE INDEX "incident_severity_id_created_at_id_idx" ON "incident"("severity_id", "created_at", "id");
CREATE INDEX "alert_state_id_created_at_id_idx" ON "alert"("state_id", "created_at", "id");
CREATE INDEX "alert_severity_id_created_at_id_idx" ON "alert"("severity_id", "created_at", "id");

-- Open ones are few, and were found by the project but not in the list's order.
DROP INDEX "incident_open";
CREATE INDEX "incident_open" ON "incident" ("project_id", "created_at", "id") WHERE "resolved_at" IS NULL;
DROP INDEX "alert_unresolved";
CREATE INDEX "alert_unresolved" ON "alert" ("project_id", "created_at", "id") WHERE "resolved_at" IS NULL;

-- Searches. Where the extension is missing or may not be added, they read the whole list instead. A script is split at
-- semicolons, so those of the block are written as \x3b.
DO E'
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm\x3b
  CREATE INDEX "incident_words" ON "incident"
    USING gin ("title" gin_trgm_ops, "description" gin_trgm_ops) WITH (gin_pending_list_limit = 256)\x3b
  CREATE INDEX "alert_words" ON "alert"
    USING gin ("title" gin_trgm_ops, "description" gin_trgm_ops) WITH (gin_pending_list_limit = 256)\x3b
EXCEPTION
  WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
    RAISE NOTICE ''Searches of incidents and alerts have no index: %'', SQLERRM\x3b
END
';
