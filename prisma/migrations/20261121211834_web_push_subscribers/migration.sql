-- AlterEnum
ALTER TYPE "subscriber_kind" ADD VALUE 'web_push';
