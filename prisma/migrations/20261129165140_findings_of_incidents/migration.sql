-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "findings" JSONB,
ADD COLUMN     "title_finding" JSONB;

-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "findings" JSONB,
ADD COLUMN     "title_finding" JSONB;

-- AlterTable
ALTER TABLE "incident_update" ADD COLUMN     "findings" JSONB;

-- AlterTable
ALTER TABLE "slo_decision" ADD COLUMN     "findings" JSONB,
ALTER COLUMN "reason" DROP NOT NULL;

-- Searches find codes and details of findings as well. A script is split at semicolons, so those of the block are
-- written as \x3b.
DO E'
BEGIN
  CREATE INDEX "incident_findings" ON "incident" USING gin (
    replace(jsonb_path_query_array("findings", ''strict $.** ? (@.type() == "string" || @.type() == "number")'')::text, ''_'', '' '')
    gin_trgm_ops) WITH (gin_pending_list_limit = 256)\x3b
  CREATE INDEX "alert_findings" ON "alert" USING gin (
    replace(jsonb_path_query_array("findings", ''strict $.** ? (@.type() == "string" || @.type() == "number")'')::text, ''_'', '' '')
    gin_trgm_ops) WITH (gin_pending_list_limit = 256)\x3b
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE ''Searches of incidents and alerts have no index: %'', SQLERRM\x3b
END
';
