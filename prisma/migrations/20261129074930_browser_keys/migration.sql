-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "allowed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "requests_per_minute" INTEGER;
