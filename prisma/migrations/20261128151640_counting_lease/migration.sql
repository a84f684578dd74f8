-- CreateTable
CREATE TABLE "counting_lease" (
    "id" INTEGER NOT NULL,
    "holder" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(6) NOT NULL,
    "asked_by" UUID NOT NULL,
    "shared_until" TIMESTAMPTZ(6) NOT NULL,
    "term" INTEGER NOT NULL,

    CONSTRAINT "counting_lease_pkey" PRIMARY KEY ("id")
);
