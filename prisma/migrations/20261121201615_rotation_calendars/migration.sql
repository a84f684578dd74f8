-- CreateTable
CREATE TABLE "rotation_calendar" (
    "id" UUID NOT NULL,
    "rotation_id" UUID NOT NULL,
    "sealed_url" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "etag" TEXT,
    "content_hash" BYTEA,
    "fetched_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "look_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rotation_calendar_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rotation_calendar_event" (
    "calendar_id" UUID NOT NULL,
    "order" INTEGER NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "summary" TEXT NOT NULL,
    "emails" TEXT[],

    CONSTRAINT "rotation_calendar_event_pkey" PRIMARY KEY ("calendar_id","order")
);

-- CreateIndex
CREATE UNIQUE INDEX "rotation_calendar_rotation_id_key" ON "rotation_calendar"("rotation_id");

-- CreateIndex
CREATE INDEX "rotation_calendar_look_at_idx" ON "rotation_calendar"("look_at");

-- AddForeignKey
ALTER TABLE "rotation_calendar" ADD CONSTRAINT "rotation_calendar_rotation_id_fkey" FOREIGN KEY ("rotation_id") REFERENCES "rotation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rotation_calendar_event" ADD CONSTRAINT "rotation_calendar_event_calendar_id_fkey" FOREIGN KEY ("calendar_id") REFERENCES "rotation_calendar"("id") ON DELETE CASCADE ON UPDATE CASCADE;
