-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN     "hash" BYTEA,
ADD COLUMN     "key_class" "key_class",
ADD COLUMN     "seq" INTEGER;

-- CreateTable
CREATE TABLE "audit_chain" (
    "project_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "pruned_seq" INTEGER NOT NULL DEFAULT 0,
    "pruned_hash" BYTEA NOT NULL,
    "pruned_at" TIMESTAMPTZ(3),
    "mismatch_at" TIMESTAMPTZ(3),
    "seal" BYTEA NOT NULL,

    CONSTRAINT "audit_chain_pkey" PRIMARY KEY ("project_id")
);

-- AddForeignKey
ALTER TABLE "audit_chain" ADD CONSTRAINT "audit_chain_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A new entry is only in these two indexes of the list and of its subject, and in the one of what is to be chained. The
-- others get it when the job puts it into the chain, so that they cost the request nothing.
CREATE INDEX "audit_entry_waiting" ON "audit_entry" ("project_id", "at", "id") WHERE "seq" IS NULL;
CREATE UNIQUE INDEX "audit_entry_chain" ON "audit_entry" ("project_id", "seq") WHERE "seq" IS NOT NULL;
CREATE INDEX "audit_entry_actor" ON "audit_entry" ("project_id", "actor_id", "at", "id") WHERE "seq" IS NOT NULL;
CREATE INDEX "audit_entry_kind" ON "audit_entry" ("project_id", "actor_kind", "at", "id") WHERE "seq" IS NOT NULL;
CREATE INDEX "audit_entry_noun" ON "audit_entry" ("project_id", split_part("action", '.', 1), "at", "id")
  WHERE "seq" IS NOT NULL;

-- Searches. Where the extension is missing, they read the project's entries instead. A script is split at semicolons,
-- so those of the block are written as \x3b.
DO E'
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm\x3b
  CREATE INDEX "audit_entry_words" ON "audit_entry"
    USING gin ("actor_name" gin_trgm_ops, "subject_name" gin_trgm_ops, "action" gin_trgm_ops,
               left("changes"::text, 500) gin_trgm_ops)
    WITH (gin_pending_list_limit = 256) WHERE "seq" IS NOT NULL\x3b
EXCEPTION
  WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
    RAISE NOTICE ''Searches of the audit log have no index: %'', SQLERRM\x3b
END
';
