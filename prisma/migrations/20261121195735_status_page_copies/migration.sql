-- CreateTable
CREATE TABLE "status_page_preview" (
    "id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "changes" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "status_page_preview_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "status_page_export" (
    "slug" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "place" TEXT NOT NULL DEFAULT '',
    "files" JSONB NOT NULL DEFAULT '{}',
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "exported_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "lease_token" UUID,

    CONSTRAINT "status_page_export_pkey" PRIMARY KEY ("slug")
);

-- CreateIndex
CREATE INDEX "status_page_preview_page_id_idx" ON "status_page_preview"("page_id");

-- CreateIndex
CREATE INDEX "status_page_export_due_at_idx" ON "status_page_export"("due_at");

-- CreateIndex
CREATE INDEX "status_page_export_project_id_idx" ON "status_page_export"("project_id");

-- AddForeignKey
ALTER TABLE "status_page_preview" ADD CONSTRAINT "status_page_preview_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
