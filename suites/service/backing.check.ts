import { accepted, check, tellsOf } from '../../src/check/index.ts';
import { BACKING_ABSENT, saysUnavailable } from '../inference/conditions.ts';
import { plain } from '../inference/questions.ts';

/** Neither the usual prediction nor the hybrid one waits for the service behind the inference operations. */
export const predictWithoutBackingService = check({
  clause: 'service/predict-without-backing-service',
  async act(tools) {
    const inference = await plain(tools, 'inferSensitivity');
    if (!tellsOf(tools, inference, BACKING_ABSENT)) return { inference, predictions: [] };
    const prediction = await tools.valid('predict');
    return {
      inference,
      predictions: [await tools.send(prediction), await tools.send(prediction.query({ hybrid: true }))],
    };
  },
  given: ({ inference }) => [saysUnavailable(inference)],
  judge: ({ predictions }) => predictions.map((prediction) => accepted(prediction)),
});
