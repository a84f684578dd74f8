-- AlterTable
ALTER TABLE "session" ADD COLUMN     "factor" TEXT;

-- Sessions from before show how they were opened. Whether a code was asked for is not known of the others.
UPDATE "session" SET "factor" = 'passkey' WHERE "sign_in_method" = 'passkey';
