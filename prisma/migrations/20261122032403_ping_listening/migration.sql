-- CreateTable
CREATE TABLE "ping_listening" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "heard_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ping_listening_pkey" PRIMARY KEY ("id")
);
