/** Below /api/auth. */
export const scimPath = "/scim/v2/"
