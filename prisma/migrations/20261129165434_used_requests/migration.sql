-- CreateTable
CREATE TABLE "used_request" (
    "id" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "used_request_pkey" PRIMARY KEY ("id")
);
