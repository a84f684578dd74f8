-- CreateTable
CREATE TABLE "status_page_domain" (
    "id" UUID NOT NULL,
    "page_id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "verified_host" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "status_page_domain_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "status_page_domain_verified_host_key" ON "status_page_domain"("verified_host");

-- CreateIndex
CREATE UNIQUE INDEX "status_page_domain_page_id_host_key" ON "status_page_domain"("page_id", "host");

-- AddForeignKey
ALTER TABLE "status_page_domain" ADD CONSTRAINT "status_page_domain_page_id_fkey" FOREIGN KEY ("page_id") REFERENCES "status_page"("id") ON DELETE CASCADE ON UPDATE CASCADE;
