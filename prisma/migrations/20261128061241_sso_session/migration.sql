-- AlterTable
ALTER TABLE "session" ADD COLUMN     "sso_session_id" TEXT;

-- CreateIndex
CREATE INDEX "session_sso_session_id_idx" ON "session"("sso_session_id");
