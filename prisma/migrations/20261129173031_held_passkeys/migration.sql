-- AlterTable
ALTER TABLE "passkey" ADD COLUMN     "is_held" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_proved" BOOLEAN NOT NULL DEFAULT false;

-- Those of accounts whose address is proved by now are taken as their owner's.
UPDATE "passkey" SET "is_proved" = true
  FROM "user" WHERE "user"."id" = "passkey"."user_id" AND "user"."email_verified";
