-- CreateTable
CREATE TABLE "resource_report" (
    "process_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "troubles" JSONB NOT NULL,
    "usage" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "resource_report_pkey" PRIMARY KEY ("process_id")
);

-- CreateTable
CREATE TABLE "resource_notice" (
    "host" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "announced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resource_notice_pkey" PRIMARY KEY ("host","resource")
);
