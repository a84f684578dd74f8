/** An error shown to the calendar's owner. */
export class CalendarFault extends Error {}
