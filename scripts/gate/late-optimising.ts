/**
 * A flag of Node under which V8 optimises code only when it has run seven times as long as usual. A run of a few seconds is over
 * before the usual optimising has paid for itself: it takes a quarter of the processor time.
 */
export const LATE_OPTIMISING = '--interrupt-budget=1000000';
