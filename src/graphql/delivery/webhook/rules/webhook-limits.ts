/** Webhook endpoints of a project. */
export const maxEndpoints = 100

/** How long the previous secret also signs after a rotation. */
export const previousSecretHours = 24

/** An endpoint is disabled once this many attempts in a row have failed over this time. */
export const failedAttempts = 10
export const failingDays = 5
