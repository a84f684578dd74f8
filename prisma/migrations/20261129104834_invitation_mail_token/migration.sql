-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "mail_token_hash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "invitation_mail_token_hash_key" ON "invitation"("mail_token_hash");
