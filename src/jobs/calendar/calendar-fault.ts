import { FindingError } from "../../findings/finding-error.ts"

/** An error shown to the calendar's owner. */
export class CalendarFault extends FindingError {}
