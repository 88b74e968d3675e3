/** Path of the console's socket. The session's cookie is sent there, since it begins like the calls'. */
export const STAFF_SOCKET_PATH = '/staff/api/live';

/**
 * Event: a queue has changed, with the queue's name. It carries no data of members; the console reads the queue anew.
 */
export const QUEUE_CHANGED = 'queue';
