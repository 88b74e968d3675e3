import { forgetMovedTime } from './moved-time.ts';

// The `Date` of every test file is one that can be moved. A file whose test failed before it stopped its server must
// not leave its time to the next one.
forgetMovedTime();
