-- Why backups, static copies and pings of the dead-man URL failed, as data.
ALTER TABLE "backup" ADD COLUMN     "findings" JSONB;

ALTER TABLE "status_page_export" ADD COLUMN     "last_findings" JSONB;

ALTER TABLE "escalation_audit" ADD COLUMN     "ping_findings" JSONB;
