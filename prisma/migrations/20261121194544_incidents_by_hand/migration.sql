-- CreateTable
CREATE TABLE "incident_monitor" (
    "incident_id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "status" "monitor_status" NOT NULL,

    CONSTRAINT "incident_monitor_pkey" PRIMARY KEY ("incident_id","monitor_id")
);

-- CreateTable
CREATE TABLE "incident_template" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "severity_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "incident_template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "status_page_announcement" (
    "id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "status_page_announcement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "incident_monitor_monitor_id_idx" ON "incident_monitor"("monitor_id");

-- CreateIndex
CREATE UNIQUE INDEX "incident_template_project_id_name_key" ON "incident_template"("project_id", "name");

-- CreateIndex
CREATE INDEX "status_page_announcement_page_id_starts_at_idx" ON "status_page_announcement"("page_id", "starts_at");

-- AddForeignKey
ALTER TABLE "incident_monitor" ADD CONSTRAINT "incident_monitor_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_monitor" ADD CONSTRAINT "incident_monitor_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_template" ADD CONSTRAINT "incident_template_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "incident_template" ADD CONSTRAINT "incident_template_severity_id_fkey" FOREIGN KEY ("severity_id") REFERENCES "severity"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "status_page_announcement" ADD CONSTRAINT "status_page_announcement_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
