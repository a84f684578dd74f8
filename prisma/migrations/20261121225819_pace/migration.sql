-- CreateTable
CREATE TABLE "pace" (
    "key" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pace_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "pace_ends_at_idx" ON "pace"("ends_at");
