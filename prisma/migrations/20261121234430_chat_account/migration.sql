-- CreateEnum
CREATE TYPE "chat_host" AS ENUM ('discord');

-- CreateTable
CREATE TABLE "chat_account" (
    "host" "chat_host" NOT NULL,
    "member_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_account_pkey" PRIMARY KEY ("host","member_id")
);

-- CreateIndex
CREATE INDEX "chat_account_user_id_idx" ON "chat_account"("user_id");

-- AddForeignKey
ALTER TABLE "chat_account" ADD CONSTRAINT "chat_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
