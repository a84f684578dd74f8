-- A page of a monitor's incidents or alerts is read without sorting its whole history.
CREATE INDEX "incident_monitor_id_created_at_id_idx" ON "incident"("monitor_id", "created_at", "id");
CREATE INDEX "alert_monitor_id_created_at_id_idx" ON "alert"("monitor_id", "created_at", "id");
DROP INDEX "incident_monitor_id_idx";
DROP INDEX "alert_monitor_id_idx";
