import { config } from 'zod/v4/core';

// The content policy forbids compiled code; without this the schema library tries it once and is reported.
config({ jitless: true });
