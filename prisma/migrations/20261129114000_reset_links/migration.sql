-- Reset links were stored as they were mailed, valid for an hour; from now on only their hash is.
DELETE FROM "verification" WHERE "identifier" LIKE 'reset-password:%';
