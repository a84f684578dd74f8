-- CreateTable
CREATE TABLE "request_count" (
    "project_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "month_used" INTEGER NOT NULL,
    "window_started_at" TIMESTAMPTZ(3) NOT NULL,
    "window_used" INTEGER NOT NULL,

    CONSTRAINT "request_count_pkey" PRIMARY KEY ("project_id")
);

-- CreateTable
CREATE TABLE "idempotent_answer" (
    "project_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_answer_pkey" PRIMARY KEY ("project_id","key")
);

-- CreateIndex
CREATE INDEX "idempotent_answer_created_at_idx" ON "idempotent_answer"("created_at");

-- AddForeignKey
ALTER TABLE "request_count" ADD CONSTRAINT "request_count_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotent_answer" ADD CONSTRAINT "idempotent_answer_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
