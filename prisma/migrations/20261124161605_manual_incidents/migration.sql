-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "is_declared_manually" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "incident_project_id_started_at_id_idx" ON "incident"("project_id", "started_at", "id");

-- Until now only the timeline tells who declared an incident.
UPDATE "incident" SET "is_declared_manually" = true
  FROM "incident_update" u
 WHERE u."incident_id" = "incident"."id" AND u."kind" = 'declared' AND u."actor_kind" <> 'system';

-- Few are declared by people: they are listed without reading all others.
CREATE INDEX "incident_declared_manually" ON "incident" ("project_id", "created_at", "id") WHERE "is_declared_manually";
