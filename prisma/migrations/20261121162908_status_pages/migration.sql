-- AlterTable
ALTER TABLE "incident" ADD COLUMN     "is_title_chosen" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "incident_update" ADD COLUMN     "is_public" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "status_page" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "slug" TEXT NOT NULL,
    "is_public" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "status_page_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "status_page_group" (
    "id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "order" INTEGER NOT NULL,

    CONSTRAINT "status_page_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "status_page_resource" (
    "id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "group_id" UUID,
    "display_name" TEXT NOT NULL,
    "display_description" TEXT NOT NULL DEFAULT '',
    "show_uptime_percent" BOOLEAN NOT NULL DEFAULT true,
    "order" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "status_page_resource_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "status_page_incident" (
    "page_id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "status_page_incident_pkey" PRIMARY KEY ("page_id","incident_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "status_page_slug_key" ON "status_page"("slug");

-- CreateIndex
CREATE INDEX "status_page_project_id_name_id_idx" ON "status_page"("project_id", "name", "id");

-- CreateIndex
CREATE INDEX "status_page_group_page_id_order_idx" ON "status_page_group"("page_id", "order");

-- CreateIndex
CREATE INDEX "status_page_resource_page_id_order_id_idx" ON "status_page_resource"("page_id", "order", "id");

-- CreateIndex
CREATE INDEX "status_page_resource_monitor_id_idx" ON "status_page_resource"("monitor_id");

-- CreateIndex
CREATE INDEX "status_page_resource_group_id_idx" ON "status_page_resource"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "status_page_resource_page_id_monitor_id_key" ON "status_page_resource"("page_id", "monitor_id");

-- CreateIndex
CREATE INDEX "status_page_incident_incident_id_idx" ON "status_page_incident"("incident_id");

-- AddForeignKey
ALTER TABLE "status_page" ADD CONSTRAINT "status_page_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_group" ADD CONSTRAINT "status_page_group_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_resource" ADD CONSTRAINT "status_page_resource_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_resource" ADD CONSTRAINT "status_page_resource_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_resource" ADD CONSTRAINT "status_page_resource_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "status_page_group"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_incident" ADD CONSTRAINT "status_page_incident_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_incident" ADD CONSTRAINT "status_page_incident_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Until now everything but notes and post-mortems was a change that the public may know of.
UPDATE "incident_update" SET "is_public" = true WHERE "kind" NOT IN ('note', 'postmortem');
UPDATE "incident" SET "is_title_chosen" = true WHERE "id" IN
  (SELECT "incident_id" FROM "incident_update" WHERE "kind" = 'declared' AND "actor_kind" <> 'system');
