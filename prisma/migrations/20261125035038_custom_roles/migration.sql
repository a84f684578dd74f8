-- AlterEnum
ALTER TYPE "role" ADD VALUE 'custom';

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "custom_role_id" UUID;

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "custom_role_id" UUID;

-- CreateTable
CREATE TABLE "custom_role" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "custom_role_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "custom_role_project_id_name_key" ON "custom_role"("project_id", "name");

-- CreateIndex
CREATE INDEX "member_custom_role_id_idx" ON "member"("custom_role_id");

-- CreateIndex
CREATE INDEX "invitation_custom_role_id_idx" ON "invitation"("custom_role_id");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_custom_role_id_fkey" FOREIGN KEY ("custom_role_id") REFERENCES "custom_role"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_custom_role_id_fkey" FOREIGN KEY ("custom_role_id") REFERENCES "custom_role"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_role" ADD CONSTRAINT "custom_role_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
