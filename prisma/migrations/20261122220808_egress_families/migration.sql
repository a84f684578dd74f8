-- AlterTable
ALTER TABLE "egress_look" ADD COLUMN     "ipv4" BOOLEAN,
ADD COLUMN     "ipv6" BOOLEAN,
ADD COLUMN     "resolvers" BOOLEAN;
