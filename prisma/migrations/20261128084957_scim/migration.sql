-- CreateTable
CREATE TABLE "scim_connection_binding" (
    "id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "connection_key" TEXT NOT NULL,
    "provisioning_domain_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decommissioned_at" TIMESTAMPTZ(3),
    "decommission_status" TEXT NOT NULL DEFAULT 'active',
    "decommission_cursor_user_id" TEXT,
    "decommission_reconciled_user_count" INTEGER NOT NULL DEFAULT 0,
    "decommission_batch_count" INTEGER NOT NULL DEFAULT 0,
    "decommission_revision" INTEGER NOT NULL DEFAULT 0,
    "decommission_completed_at" TIMESTAMPTZ(3),
    "decommission_lease_id" TEXT,
    "decommission_lease_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "scim_connection_binding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_identity_tombstone" (
    "id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "provisioning_domain_id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "external_id_key" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "profile" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_identity_tombstone_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_subject" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "profile_source_id" TEXT,
    "revision" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_subject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_user" (
    "id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "provisioning_domain_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "connection_user_key" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "user_name_key" TEXT NOT NULL,
    "primary_email" TEXT NOT NULL,
    "work_email_value_index" TEXT NOT NULL,
    "email_value_index" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "formatted_name" TEXT NOT NULL,
    "given_name" TEXT,
    "family_name" TEXT,
    "serialized_emails" TEXT NOT NULL,
    "serialized_attributes" TEXT,
    "external_id" TEXT,
    "external_id_key" TEXT,
    "active" BOOLEAN NOT NULL,
    "order_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_projection_grant" (
    "id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "provisioning_domain_id" TEXT NOT NULL,
    "scim_user_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "source_kind" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "source_value" TEXT,
    "role" TEXT NOT NULL,
    "grant_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_projection_grant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_group" (
    "id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "provisioning_domain_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "display_name" TEXT NOT NULL,
    "display_name_key" TEXT NOT NULL,
    "external_id" TEXT,
    "external_id_key" TEXT,
    "order_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_group_member" (
    "id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "group_id" TEXT NOT NULL,
    "scim_user_id" TEXT NOT NULL,
    "membership_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_group_member_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scim_connection_binding_connection_key_key" ON "scim_connection_binding"("connection_key");

-- CreateIndex
CREATE INDEX "scim_connection_binding_connection_id_idx" ON "scim_connection_binding"("connection_id");

-- CreateIndex
CREATE UNIQUE INDEX "scim_identity_tombstone_external_id_key_key" ON "scim_identity_tombstone"("external_id_key");

-- CreateIndex
CREATE INDEX "scim_identity_tombstone_connection_id_idx" ON "scim_identity_tombstone"("connection_id");

-- CreateIndex
CREATE INDEX "scim_identity_tombstone_provisioning_domain_id_idx" ON "scim_identity_tombstone"("provisioning_domain_id");

-- CreateIndex
CREATE INDEX "scim_identity_tombstone_user_id_idx" ON "scim_identity_tombstone"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "scim_subject_user_id_key" ON "scim_subject"("user_id");

-- CreateIndex
CREATE INDEX "scim_subject_profile_source_id_idx" ON "scim_subject"("profile_source_id");

-- CreateIndex
CREATE UNIQUE INDEX "scim_user_connection_user_key_key" ON "scim_user"("connection_user_key");

-- CreateIndex
CREATE UNIQUE INDEX "scim_user_user_name_key_key" ON "scim_user"("user_name_key");

-- CreateIndex
CREATE UNIQUE INDEX "scim_user_external_id_key_key" ON "scim_user"("external_id_key");

-- CreateIndex
CREATE UNIQUE INDEX "scim_user_order_key_key" ON "scim_user"("order_key");

-- CreateIndex
CREATE INDEX "scim_user_connection_id_idx" ON "scim_user"("connection_id");

-- CreateIndex
CREATE INDEX "scim_user_provisioning_domain_id_idx" ON "scim_user"("provisioning_domain_id");

-- CreateIndex
CREATE INDEX "scim_user_user_id_idx" ON "scim_user"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "scim_projection_grant_grant_key_key" ON "scim_projection_grant"("grant_key");

-- CreateIndex
CREATE INDEX "scim_projection_grant_connection_id_idx" ON "scim_projection_grant"("connection_id");

-- CreateIndex
CREATE INDEX "scim_projection_grant_provisioning_domain_id_idx" ON "scim_projection_grant"("provisioning_domain_id");

-- CreateIndex
CREATE INDEX "scim_projection_grant_scim_user_id_idx" ON "scim_projection_grant"("scim_user_id");

-- CreateIndex
CREATE INDEX "scim_projection_grant_user_id_idx" ON "scim_projection_grant"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "scim_group_display_name_key_key" ON "scim_group"("display_name_key");

-- CreateIndex
CREATE UNIQUE INDEX "scim_group_external_id_key_key" ON "scim_group"("external_id_key");

-- CreateIndex
CREATE UNIQUE INDEX "scim_group_order_key_key" ON "scim_group"("order_key");

-- CreateIndex
CREATE INDEX "scim_group_connection_id_idx" ON "scim_group"("connection_id");

-- CreateIndex
CREATE INDEX "scim_group_provisioning_domain_id_idx" ON "scim_group"("provisioning_domain_id");

-- CreateIndex
CREATE UNIQUE INDEX "scim_group_member_membership_key_key" ON "scim_group_member"("membership_key");

-- CreateIndex
CREATE INDEX "scim_group_member_connection_id_idx" ON "scim_group_member"("connection_id");

-- CreateIndex
CREATE INDEX "scim_group_member_group_id_idx" ON "scim_group_member"("group_id");

-- CreateIndex
CREATE INDEX "scim_group_member_scim_user_id_idx" ON "scim_group_member"("scim_user_id");

-- AddForeignKey
ALTER TABLE "scim_identity_tombstone" ADD CONSTRAINT "scim_identity_tombstone_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_subject" ADD CONSTRAINT "scim_subject_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_user" ADD CONSTRAINT "scim_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_projection_grant" ADD CONSTRAINT "scim_projection_grant_scim_user_id_fkey" FOREIGN KEY ("scim_user_id") REFERENCES "scim_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_projection_grant" ADD CONSTRAINT "scim_projection_grant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_group_member" ADD CONSTRAINT "scim_group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "scim_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_group_member" ADD CONSTRAINT "scim_group_member_scim_user_id_fkey" FOREIGN KEY ("scim_user_id") REFERENCES "scim_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
