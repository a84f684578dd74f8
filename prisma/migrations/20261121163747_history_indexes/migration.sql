-- CreateIndex
CREATE INDEX "status_change_monitor_id_seq_idx" ON "status_change"("monitor_id", "seq");

-- CreateIndex
CREATE INDEX "audit_entry_subject_id_at_idx" ON "audit_entry"("subject_id", "at");
