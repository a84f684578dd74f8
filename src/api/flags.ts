/**
 * For the process that serves. What a request leaves behind is nearly all garbage by the time it is answered: with
 * room for more requests between two collections there are fewer of them, and what still waits is copied less often.
 */
export const apiFlags = ["--max-semi-space-size=64"]
