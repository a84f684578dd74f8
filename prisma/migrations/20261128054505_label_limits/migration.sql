-- AlterTable
ALTER TABLE "member" ADD COLUMN     "label_ids" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "label_ids" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "label_ids" UUID[] DEFAULT ARRAY[]::UUID[];
