-- CreateTable
CREATE TABLE "rendered_text" (
    "incident_id" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "markup" TEXT NOT NULL,

    CONSTRAINT "rendered_text_pkey" PRIMARY KEY ("incident_id","digest")
);

-- AddForeignKey
ALTER TABLE "rendered_text" ADD CONSTRAINT "rendered_text_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;
