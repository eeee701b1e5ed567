import { accepted, applicable, check } from '../../src/check/index.ts';
import { answeredBy, UNAVAILABLE } from '../inference/conditions.ts';
import { plain } from '../inference/questions.ts';

/** Neither the usual prediction nor the hybrid one waits for the service behind the inference operations. */
export const predictWithoutBackingService = check({
  clause: 'service/predict-without-backing-service',
  async act(tools) {
    const inference = await plain(tools, 'inferSensitivity');
    if (!answeredBy(inference, UNAVAILABLE)) return { inference, predictions: [] };
    const prediction = await tools.valid('predict');
    return {
      inference,
      predictions: [await tools.send(prediction), await tools.send(prediction.query({ hybrid: true }))],
    };
  },
  given: ({ inference }) => [
    applicable(answeredBy(inference, UNAVAILABLE), 'the backing service was up, so its 503 was not seen'),
  ],
  judge: ({ predictions }) => predictions.map((prediction) => accepted(prediction)),
});
