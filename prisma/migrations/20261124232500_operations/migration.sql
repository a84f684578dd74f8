-- CreateTable
CREATE TABLE "backup" (
    "id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "name" TEXT,
    "made_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "version" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "row_count" BIGINT NOT NULL DEFAULT 0,
    "verified_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "backup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_process" (
    "id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "role_process_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backup_made_at_idx" ON "backup"("made_at");
