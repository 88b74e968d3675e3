import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Says hello, and again on each press. */
function Hello() {
  const [times, setTimes] = useState(1);
  const again = () => setTimes((count) => count + 1);
  return createElement('h1', { onClick: again }, 'hello '.repeat(times).trim());
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(createElement(Hello));
